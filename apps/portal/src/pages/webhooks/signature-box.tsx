import { useState } from 'react';
import type { FormEvent } from 'react';
import { serverTime } from '../../api/server-time.js';
import '../../messages/lazy/webhooks.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { fieldsClass, formClass, TextArea, TextField } from '../../ui/field.js';
import { typedIn } from '../../ui/form-text.js';
import { Card } from '../../ui/page.js';
import { Banner } from '../../ui/states.js';
import { verifySignature } from './signature.js';
import type { Verdict } from './signature.js';

/** Tells somebody who writes an endpoint whether a body, its headers and a secret belong together. */
export function SignatureBox() {
  const [verdict, setVerdict] = useState<Verdict>();
  const check = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = (name: string) => typedIn(form, name);
    // A form sends line ends as CRLF; what was pasted had them as they are.
    const body = form.querySelector('textarea')!.value;
    const headers = { id: text('id'), timestamp: text('timestamp'), signature: text('signature') };
    setVerdict(await verifySignature({ ...headers, secret: text('secret'), body }, serverTime()));
  };
  return (
    <Card title={t('signature.title')}>
      <form className={formClass} noValidate autoComplete="off" onSubmit={(event) => void check(event)}>
        <p>{t('signature.text')}</p>
        <div className={fieldsClass}>
          <TextField label={t('signature.secret')} name="secret" spellCheck={false} data-secret="" />
          <TextField label={t('signature.id')} name="id" />
          <TextField label={t('signature.timestamp')} name="timestamp" inputMode="numeric" />
          <TextField label={t('signature.header')} name="signature" />
        </div>
        <TextArea label={t('signature.body')} name="body" />
        <div>
          <Button type="submit">{t('signature.check')}</Button>
        </div>
        {verdict !== undefined && (
          <Banner
            tone={verdict === 'valid' || verdict === 'stale' ? 'good' : 'bad'}
            icon={verdict === 'valid' || verdict === 'stale' ? 'check' : 'alert'}
          >
            {verdict === 'stale' ? `${t('signature.valid')} ${t('signature.stale')}` : t(`signature.${verdict}`)}
          </Banner>
        )}
      </form>
    </Card>
  );
}
