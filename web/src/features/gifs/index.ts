export { ChosenGif } from './components/chosen-gif.tsx';
export { GifButton, GifPicker } from './components/gif-button.tsx';
