/// <reference types="vite/client" />

declare module 'virtual:icon-sprite' {
  /** Address of the SVG that holds one symbol for each name in `ui/icon-names.ts`. */
  const url: string;
  export default url;
}

declare module '@fontsource-variable/inter/wght.css';
declare module '@fontsource/chakra-petch/600.css';
declare module '@fontsource/chakra-petch/700.css';
