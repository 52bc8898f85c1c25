// Makes a worker die as soon as it begins on the verification of the customer that POISON names.
const { join } = require('node:path');
require('reflect-metadata');
const { VerifyCustomers } = require(
  join(__dirname, '../../../dist/libs/customers/src/application/verify-customers.js'),
);

const { execute } = VerifyCustomers.prototype;
VerifyCustomers.prototype.execute = function (claim) {
  if (claim.subjectIds.includes(process.env.POISON)) process.abort();
  return execute.call(this, claim);
};
