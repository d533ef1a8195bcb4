/**
 * Words of the Web itself: parts of addresses, menus, notices and file names. They stand on a large share of all pages
 * and say nothing about a subject, but a dictionary hardly uses them.
 */
export const webWords = `
about accept account address advertise advertisement advertising archive archives article articles back banner blog
bookmark browse browser button cached category categories click close com comment comments contact content contents
cookie cookies copyright credits date dept details disclaimer document documents domain download downloads edit edu
email english entries entry faq favicon favorites feed feedback file files font footer form forum forums frame frames
free ftp gif gmt guest guestbook header help here history home homepage href htm html http https icon image images inc
index info information item items javascript jpeg jpg keyword keywords language last latest license licence link linked
links list listed llc local log login logo logout ltd mail mailto main map members menu message messages mobile modified
more name navigation net new news newsletter newer next note notes notice number official older online org page pages
password pdf permalink permission phone photo photos php png policy popup portal post posted posts powered preferences
press previous print printable privacy profile ps read register registration related report reserved resource resources
results return rights rss search section send service services settings share shop sign signup site sitemap sites
skip sponsor sponsored store subject submit subscribe subscription support tag tags tel template terms text title toggle
toolbar tools top trademark twitter facebook type univ unsubscribe update updated updates upload url usa use user
username users utc vendor version video videos view views visit visited visitor visitors web webmaster webpage website
websites welcome wiki wikipedia window www xml year zip`;
