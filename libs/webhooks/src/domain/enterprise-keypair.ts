/** The key pair that signs all webhooks of an enterprise, as stored. */
export interface EnterpriseKeypairState {
  readonly enterprise_id: string;
  readonly id: string;
  /** SPKI in PEM, as endpoints get it. */
  readonly public_key: string;
  /** PKCS #8 in PEM, sealed. */
  readonly private_key: Buffer;
  readonly created_at: Date;
  readonly updated_at: Date;
}
