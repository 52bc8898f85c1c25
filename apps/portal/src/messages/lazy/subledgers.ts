import { addTexts } from '../t.js';
import { subledgers } from './subledgers.table.js';

addTexts(subledgers);
