import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './base.css';
import { App } from './app/app.tsx';
import { reloadAfterUpdate } from './app/reload-after-update.ts';
import { sessionQuery } from './features/accounts/api.ts';
import { queryClient } from './lib/query-client.ts';

reloadAfterUpdate();
void queryClient.prefetchQuery(sessionQuery);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
