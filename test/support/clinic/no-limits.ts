/** Tests that are not about limits send more per minute than the limits allow. */
export const noLimits = { perAddress: 1e9, pages: 1e9, perKey: 1e9, perWorkspace: 1e9, perRoute: { read: 1e9, write: 1e9, sensitive: 1e9 } }
