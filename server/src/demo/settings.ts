/**
 * Names of the settings that mark parts of the demo world as complete. Each is saved in the transaction that completes
 * its part.
 */
export const DEMO_SETTINGS = { world: 'demo_world', gallery: 'demo_pictures', clips: 'demo_clips' };
