/// <reference types="vite/client" />

declare module 'virtual:icon-sprite' {
  /** URLs of SVG files that together contain a symbol for each name in `ui/icon-names.ts`. */
  export const interfaceIcons: string;
  export const consumableIcons: string;
  export const gearIcons: string;
}

declare module '@fontsource-variable/inter/wght.css';
declare module '@fontsource/chakra-petch/600.css';
declare module '@fontsource/chakra-petch/700.css';
