export { DecisionFacts } from './components/decision-facts.tsx';
