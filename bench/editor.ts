/** To be measured in a browser. */
export async function benchEditor(): Promise<void> {}
