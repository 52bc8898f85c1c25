/** The pages of the portal whose lists can be saved as views. */
export const viewPages = ['transfers'] as const;

export type ViewPage = (typeof viewPages)[number];

/** What a user says of a view. */
export interface ViewContent {
  readonly page: ViewPage;
  readonly name: string;
  /** The filters, as they stand in the address of the page. */
  readonly query: string;
  /** The columns in their order; those of the page if undefined. */
  readonly columns?: readonly string[];
  /** Whether all users of the enterprise see it. */
  readonly shared: boolean;
}

/** A list of the portal as a user has saved it. */
export interface SavedView extends ViewContent {
  readonly id: string;
  /** The name of the user. */
  readonly created_by: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}
