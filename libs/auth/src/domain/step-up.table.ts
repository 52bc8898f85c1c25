/**
 * Whether an operation needs a password or code of the last minutes. It does where it makes a lasting credential, shows one,
 * or weakens a control: a token that was left open or stolen must not outlive itself. Every operation that writes below
 * `/portal` has its entry here, and one without counts as needing it.
 */
export const STEP_UP: Readonly<Record<string, boolean>> = {
  // Credentials of programs.
  createClient: true,
  createApiKey: true,
  getWebhookSecret: true,
  rotateWebhookSecret: true,
  // Users, and what they log in with.
  createUser: true,
  updateUser: true,
  enableUser: true,
  resetUser: true,
  createPasswordLink: true,
  beginMfa: true,
  removeMfa: true,
  // Controls.
  updateSettings: true,
  createPolicy: true,
  replacePolicy: true,
  deletePolicy: true,
  createLimit: true,
  replaceLimit: true,
  deleteLimit: true,

  // These end a credential. Whoever has to do that must not be held up.
  disableClient: false,
  revokeApiKey: false,
  disableUser: false,
  endSession: false,
  logOutOfPortal: false,
  // These ask for a password or code themselves, or for what the step-up for `beginMfa` has shown.
  logInToPortal: false,
  completeMfa: false,
  stepUpSession: false,
  changePassword: false,
  confirmMfa: false,
  // The cookie is spent, and the time of the last password or code stays.
  refreshBrowserSession: false,
  // These change no control and make no credential.
  updateMe: false,
  tryPolicy: false,
  createView: false,
  replaceView: false,
  deleteView: false,
  holdBankFile: false,
  releaseBankFile: false,
  resubmitBankFile: false,
  resolveRailException: false,
};
