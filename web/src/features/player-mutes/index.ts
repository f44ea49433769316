export { MuteButton } from './components/mute-button.tsx';
