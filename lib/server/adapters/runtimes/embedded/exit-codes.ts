/** Exit codes of the embedded runtime besides 0, which is a normal end. */
export const EXIT = { invalidOptions: 2, noModel: 3, noRuntime: 4, portTaken: 5 } as const;
