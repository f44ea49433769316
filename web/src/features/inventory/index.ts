export { useItemAction } from './use-item.ts';
