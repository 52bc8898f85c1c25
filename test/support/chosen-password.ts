import type { PaymentsClient } from '@payments/client';

type NewUser = Parameters<PaymentsClient['portal']['createUser']>[0];

/** Creates a portal user, who chooses a password. */
export async function userWithPassword(admin: PaymentsClient, user: NewUser) {
  const password = 'correct horse battery staple';
  const { link } = await admin.portal.createUser(user);
  await admin.portal.setPassword({ link: link!, new_password: password });
  return { name: user.name, password };
}
