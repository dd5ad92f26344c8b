/** Who uses software and what they trade and tell each other. See `thesaurus.ts` for what belongs here. */
export const TRADE = `
  2fa totp mfa otp; abuse misuse; account user profile; administrator admin; anonymous anonymize pseudonym;
  attack attacker intruder hacker; audit journal trail; auth authentication authenticate login;
  authorization permission; balance account; ban block; bank account; bell notification;
  bill charge invoice; borrow lend loan rent; buy purchase; captcha robot; card payment; cash money;
  cent euro dollar currency; certificate cert tls; charge fee bill; chat conversation message;
  cheap inexpensive; consent permission; conversation dialog session transcript; coupon voucher discount;
  courier delivery shipping; credential secret password token; crypto encryption cipher; currency money;
  debt owe owing arrears; deposit prepayment security; device machine; digest summary; discount reduction;
  donate donation gift; earn income; encrypt encryption cipher; equipment hardware device;
  escape traversal outside; expense cost; fee charge price cost fine; fine penalty; forget erase;
  free gratis; gdpr privacy erasure personal; gear equipment; guest visitor; hostile malicious untrusted;
  identity person; inbox mailbox; injection escape; item thing article object; label sticker;
  ledger account bookkeeping; letter mail; location place; login signin logon; logout signout;
  mail email message; member user customer subscriber; mobile phone; money payment; newsletter mailing;
  notification alert message; order purchase; owner author; parcel package; part piece component;
  password passphrase; pay payment settle; permission right access privilege; person user people human;
  personal private; phishing fraud; pin code; printer print; receipt invoice; receiver recipient subscriber;
  recipient receiver addressee; refund reimburse repay chargeback; rent hire; reservation booking;
  role permission; salary wage; sale sell; sandbox isolation jail; scanner barcode; secret key token;
  secure safe security; sender author; shop store; signature sign hmac; sms text message; spam junk;
  spare replacement; staff employee personnel; steal theft stolen; stock inventory; stolen lost;
  subscription membership; surcharge fee; tax vat; team group; thread conversation; ticket order;
  transaction payment; unsubscribe optout; vendor supplier; verify confirm; warehouse storage
`;
