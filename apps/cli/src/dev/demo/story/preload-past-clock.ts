import { BEHIND_MS, setClockBack } from './past-clock.js';

// Node.js loads this before a process of the story.
setClockBack(Number(process.env[BEHIND_MS]));
