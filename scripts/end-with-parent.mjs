// Loaded into the web server: when the parent process has ended in any way, the server shuts down as for SIGTERM.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
