/** Test files that run in one process share its modules: forgets the app that `openApp` returned to an earlier file. */
Reflect.deleteProperty(globalThis, Symbol.for('pipewright.app'));
