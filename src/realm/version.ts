/** The release whose API this is, and its feature level (objects, Versioning). */
export const version = {
  service_version: '5.0',
  service_merge_base: '5.0',
  service_feature_level: 121,
}

/** Raised by a release after which clients must fetch everything anew (events, restart). */
export const server_generation = 1
