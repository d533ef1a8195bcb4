/**
 * The default lists for inspecting links, used if a topic has none. Words are separated by white space; among anchors,
 * each line is an entry. Written for English sites; a topic's own lists replace them.
 */

/** Directories that sites use for anything but their subject. */
export const usualStopDirectories = `
admin admission admissions alumni archive-old audio audios banner banners bin calendar calendars cart cgi-bin
checkout contact contacts cookies css dining directions donate events feedback fonts giving guestbook hr icon icons
image images img jobs js legal location locations login logout maps media-kit newsletter parking password photo
photos policies polls press privacy puzzle rss search shop sitemap stats subscribe terms transparencies video videos
visitors webmail weather
`
  .trim()
  .split(/\s+/);

/** Whole anchors that lead to site administration and the like. */
export const usualPruned = lines(`
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
copyright
copyright notice
current events
disclaimer
disclaimers
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
gnu free documentation license
guest book
guestbook
help
imprint
jobs
legal
legal notice
license
log in
log out
login
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
printable version
printer friendly version
privacy
privacy policy
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
upload file
view cart
visitors
webmaster
`);

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

/** Extensions of documents. */
export const documentEndings = new Set('pdf ps ps.gz doc docx odt txt latex tex xml rtf'.split(' '));

function lines(text: string): string[] {
  return text.trim().split('\n');
}
