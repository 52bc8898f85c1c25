import { addTexts } from '../t.js';
import { rails } from './rails.table.js';

addTexts(rails);
