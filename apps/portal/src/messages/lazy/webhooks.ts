import { addTexts } from '../t.js';
import { webhooks } from './webhooks.table.js';

addTexts(webhooks);
