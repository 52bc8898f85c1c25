import { addTexts } from '../t.js';
import { events } from './events.table.js';

addTexts(events);
