/** Time limit of `waitFor` and `findBy…`, in ms. The default of 1000 is too short for a dialog on a loaded machine. */
const ASYNC_TIMEOUT_MS = 15_000;

// Only tests with a DOM use the library.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: ASYNC_TIMEOUT_MS });
}

export {};
