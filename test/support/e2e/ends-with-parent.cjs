// Loaded first into programs that a suite starts: when the suite is killed, they stop as on Ctrl-C.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
