export type Theme = 'system' | 'light' | 'dark';

// The one thing in the storage of the browser: without it a dark page would flash white at each load.
const KEY = 'payments-theme';

export function storedTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset['theme'];
    localStorage.removeItem(KEY);
  } else {
    document.documentElement.dataset['theme'] = theme;
    localStorage.setItem(KEY, theme);
  }
}
