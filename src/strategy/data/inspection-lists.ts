/**
 * The default lists for inspecting links, used if a topic has none. Words are separated by white space; among anchors,
 * each line is an entry. Written for English sites; a topic's own lists replace them. Lists of the thesis (Chen, CINDI
 * robot, Concordia, 2008) are as printed there; ours stand beside them.
 */

/** Host names of computer science departments: the thesis's Table 4, all 57 entries, of which `eeecs` is there twice. */
export const computerScienceDepartments = words(`
cs cpcs scs site cis csm csce csc ecs csci ecst cse soe scis eeecs csee informatics cscs cti
umcs ccs secs mathcs mtcs ecsu macsc compsci csdept itec computerscience insttech encs cap seas lcsee scit cems csse
csis soi macs comp cctm soc computing inf scm eeecs csd cmis cswww cms scom dcs it ece mcs
`);

/** The thesis's Table 7, "a subset of the stop-directory list". */
export const thesisStopDirectories = words(`
audio audios image images section sections puzzle calendar lecturenotesweb transparencies contact contacts login
admission admissions
`);

/** Directories that sites use for anything but their subject; the second part is ours. */
export const usualStopDirectories = [
  ...thesisStopDirectories,
  ...words(`
admin alumni archive-old banner banners bin calendars cart cgi-bin checkout cookies css dining directions donate events
feedback fonts giving guestbook hr icon icons img jobs js legal location locations logout maps media-kit newsletter
parking password photo photos policies polls press privacy rss search shop sitemap stats subscribe terms video videos
visitors webmail weather
`),
];

/** The thesis's eleven examples of pruned anchors, from an article of Wikipedia (section 4.2.2). */
export const thesisPruned = lines(`
About Wikipedia
Help
Donate to Wikipedia
Upload file
Contact Wikipedia
Printable version
Privacy policy
Disclaimers
GNU Free Documentation License
Copyright
Login
`);

/**
 * Whole anchors that lead to site administration and the like; the second part is ours. An anchor may end in the name
 * of its site, so that "about" is also "About Wikipedia" on en.wikipedia.org.
 */
export const usualPruned = [
  ...thesisPruned,
  ...lines(`
about
about us
about this site
accessibility
add to cart
advertise
advertise with us
back
back to top
cancel
careers
comments
contact
contact us
contact the webmaster
cookie policy
copyright notice
current events
disclaimer
donate
donations
edit
edit this page
email
email this page
faq
feedback
forgot password
forgot your password
guest book
guestbook
imprint
jobs
legal
legal notice
license
log in
log out
logout
mail
main menu
my account
next
permalink
permanent link
post a comment
powered by
previous
print
print this page
printer friendly version
privacy
privacy statement
recent changes
register
report a problem
rss
search
send feedback
share
shopping cart
sign in
sign out
sign up
site map
sitemap
skip navigation
skip to content
special pages
sponsors
subscribe
terms and conditions
terms of service
terms of use
text only
top
top of page
view cart
visitors
webmaster
`),
];

/** Words in anchors that lead on from a page that is not relevant itself, such as a home page. */
export const usualExtracted = lines(`
academics
article
articles
bibliography
centers
centres
college
colleges
courses
department
departments
division
divisions
faculty
further reading
graduate
group
groups
home page
index
institute
institutes
laboratories
laboratory
labs
lecture notes
library
links
list
overview
papers
people
programs
programmes
project
projects
publications
references
related
related links
reports
research
resources
school
schools
see also
software
staff
students
subjects
technical reports
theses
topics
undergraduate
`);

/** URL extensions that are read as pages; a URL without one is read too. */
export const pageEndings = new Set(
  'html htm xhtml shtml phtml asp aspx php php3 php4 php5 cfm jsp jspx cgi pl do'.split(' '),
);

/**
 * Extensions of documents: those of the thesis (section 3.2.3) and ours. The second list cannot be read everywhere:
 * PostScript needs Ghostscript.
 */
export const documentEndings = new Set(words('pdf txt latex tex doc docx odt rtf pptx epub'));
export const unreadableEndings = new Set(words('ps ps.gz dvi ppt xml'));

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

function lines(text: string): string[] {
  return text.trim().split('\n');
}
