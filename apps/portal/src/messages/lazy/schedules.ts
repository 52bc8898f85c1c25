import { addTexts } from '../t.js';
import { schedules } from './schedules.table.js';

addTexts(schedules);
