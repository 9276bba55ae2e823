// Loaded into the web server: when the process that started it is gone, however it ended, the server stops as if told to.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
