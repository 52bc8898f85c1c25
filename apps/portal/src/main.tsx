import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queries } from './app/query-client.js';
import { watchForNewBuild } from './app/new-build.js';
import { router } from './app/router.js';
import { session } from './app/session.js';
import { applyTheme, storedTheme } from './app/theme.js';
import { Toasts } from './ui/toast.js';
import './tokens.css';

applyTheme(storedTheme());
watchForNewBuild();
void session.start();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Toasts>
        <RouterProvider router={router} />
      </Toasts>
    </QueryClientProvider>
  </StrictMode>,
);
