/** The passwords of at least six characters that every list of stolen ones begins with, and India's own favourites. */
const common = new Set(
  `123456 1234567 12345678 123456789 1234567890 0123456789 987654321 9876543210 111111 1111111 11111111 000000 0000000
   00000000 222222 333333 444444 555555 666666 777777 888888 999999 121212 112233 123123 123321 654321 696969 101010
   123123123 147258369 159753 789456 789456123 456789 112358 131313 232323 159357 741852963 102030 142536 11223344
   qwerty qwertyuiop qwerty123 qwerty1 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx zxcvbn zxcvbnm asdfgh asdfghjkl
   asdf1234 qwer1234 q1w2e3r4 password password1 password12 password123 passw0rd p@ssw0rd p@ssword pass1234 pass123
   passpass admin1 admin123 administrator welcome welcome1 welcome123 letmein iloveyou iloveyou1 monkey dragon
   sunshine princess football baseball superman batman master shadow michael jordan michelle ashley hunter
   login123 abc123 abcd1234 abc12345 abcdef abcdefg abc1234 a123456 aa123456 a1b2c3 a1b2c3d4 aaaaaa 123abc 123qwe
   1234qwer test123 test1234 testing guest123 default changeme secret secret1 secret123 trustno1 freedom whatever
   google facebook computer internet samsung mobile android killer pokemon charlie thomas hello123 hellohello
   india123 india1 indian bharat jaihind jaihind123 jaishriram jaimatadi omsairam sairam saibaba krishna krishna123
   radhekrishna hanuman ganesh ganesha shivshiv mahadev harharmahadev lakshmi waheguru bismillah 786786 786000
   kisan123 farmer farmer123 mandi123 upaj123 merchant krishi khushi priyanka sachin tendulkar rahul123 pooja123
   deepak sanjay rajesh mahesh suresh ramesh sweety sweetheart loveyou iloveindia mummypapa momdad maapaa`.split(
    /\s+/,
  ),
);

export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}
