/** Styles that scripts create carry it: the policy of the page allows no others. */
export const readStyleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''
