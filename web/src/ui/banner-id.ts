/** Id of the element with the banner below the navigation. The element is empty while there is no banner. */
export const BANNER_ID = 'banner';
