import { createRoot } from 'react-dom/client';
import { Toaster } from 'sonner';
import './toaster.css';

let isMounted = false;

/** Puts the place of the toasts into the page, once: at the top, where they never cover a composer. */
export function showToaster(): void {
  if (isMounted) return;
  isMounted = true;
  const host = document.body.appendChild(document.createElement('div'));
  createRoot(host).render(
    <Toaster
      position="top-center"
      offset={{ top: '4.5rem' }}
      mobileOffset={{ top: '4.25rem' }}
      closeButton
    />,
  );
}
