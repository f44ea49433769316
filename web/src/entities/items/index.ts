export { inventoryQuery } from './api.ts';
