import { addTexts } from '../t.js';
import { reference } from './reference.table.js';

addTexts(reference);
