import { addTexts } from '../t.js';
import { developers } from './developers.table.js';

addTexts(developers);
