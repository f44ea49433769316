export { OnlineDot } from './online-dot.tsx';
