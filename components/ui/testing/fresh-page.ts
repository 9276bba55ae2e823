// A setup file: Vitest runs it before each test file. All files of a thread share one page, and which of them follow one
// another changes with their sizes and the number of threads: none may find what another left.
if (typeof document !== 'undefined') {
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body]) element.removeAttribute('style');
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
}

export {};
