import { t } from '../messages/t.js';
import { Button } from '../ui/button.js';
import { Page } from '../ui/page.js';
import { EmptyState, Failed } from '../ui/states.js';
import { isNewBuildHere } from './new-build.js';

/** In place of a page that failed. If its file is missing, the router has reloaded once by then. */
export function PageError({ error }: { readonly error: unknown }) {
  if (!isNewBuildHere()) return <Failed error={error} />;
  const title = t('newBuild.title');
  return (
    <Page title={title}>
      <EmptyState icon="refresh" title={title} text={t('newBuild.text')}>
        <Button look="primary" icon="refresh" onClick={() => location.reload()}>
          {t('newBuild.reload')}
        </Button>
      </EmptyState>
    </Page>
  );
}
