export { RatingResult } from './components/rating-result.tsx';
