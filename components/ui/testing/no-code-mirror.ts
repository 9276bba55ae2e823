/**
 * Replaces the modules with CodeMirror in unit tests. jsdom has no layout, and a field would change from a text area to
 * CodeMirror whenever the module happens to be loaded.
 */
throw new Error('CodeMirror is not loaded in unit tests.');
