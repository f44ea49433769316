export { OwnCoins } from './own-coins.tsx';
