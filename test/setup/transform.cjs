const { createTransformer } = require('@swc/jest');

/**
 * @swc/jest, under cache keys without the configuration of jest: with it, each project would compile every file anew, and so
 * would each run of `npm test`, whose groups are in a directory of its own. What is compiled depends on the options alone.
 */
module.exports = {
  createTransformer(options) {
    const { getCacheKey, ...transformer } = createTransformer(options);
    return {
      ...transformer,
      getCacheKey: (source, path, given) => getCacheKey(source, path, { ...given, configString: '' }),
    };
  },
};
