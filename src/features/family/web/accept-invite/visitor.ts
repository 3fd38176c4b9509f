/** The signed-in person; null for none, undefined until it is known. */
export type Visitor = { affiliateId: number; name: string; email: string | null } | null | undefined;
